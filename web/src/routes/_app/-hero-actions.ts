import { lazy } from 'react'

/** The buttons of the hero; not needed for the first paint. */
export const HeroActions = lazy(() =>
  import('./-hero-buttons.tsx').then(({ HeroButtons: buttons }) => ({ default: buttons })),
)
