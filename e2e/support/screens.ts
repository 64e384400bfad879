import { devices } from '@playwright/test'

const { viewport, userAgent, isMobile, hasTouch } = devices['Pixel 7']

/**
 * Every journey runs at a desk; on a phone those where the layout is another one, each in a `describe` of its own: a
 * project of its own would start other workers, browsers and servers.
 */
export const SCREENS = {
  'at a desk': {},
  'on a phone': { viewport, userAgent, isMobile, hasTouch },
}
