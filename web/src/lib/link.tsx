import { createLink } from '@tanstack/react-router'
import { BackAnchor } from '#ui/back-link.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** A button that goes to a page of ours, with the router's typed `to`. */
export const ButtonLink = createLink(LinkButton)

/** Up to where a page hangs. */
export const BackLink = createLink(BackAnchor)
