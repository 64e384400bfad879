import { createLink } from '@tanstack/react-router'
import { LinkButton } from '#ui/link-button.tsx'

/** A button that goes to a page of ours, with the router's typed `to`. */
export const ButtonLink = createLink(LinkButton)
