import { createLink } from '@tanstack/react-router'
import { BackAnchor } from '#ui/back-link.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** A button that links to a page, with the router's typed `to`. */
export const ButtonLink = createLink(LinkButton)

/** A link to the parent page. */
export const BackLink = createLink(BackAnchor)
