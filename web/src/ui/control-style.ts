/** Shared style of inputs and selects. 16 px text keeps phones from zooming in. */
export const CONTROL =
  'w-full rounded-control border border-edge bg-surface px-3 text-base text-text transition-[border-color,background-color] ' +
  'placeholder:text-muted hover:border-text/60 focus-visible:border-accent focus-visible:outline-offset-0 ' +
  'disabled:cursor-not-allowed disabled:bg-raised disabled:text-muted aria-invalid:border-danger'
