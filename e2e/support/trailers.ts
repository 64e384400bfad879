import type { Page } from '@playwright/test'

const PLAYER = '<title>Player</title><a href="https://www.youtube.com/" target="_blank">Watch on YouTube</a>'

/** The player of the trailers, played by nobody, with the way to its own site; the addresses that the page framed. */
export async function standInForPlayer(page: Page): Promise<string[]> {
  const framed: string[] = []
  await page.route('https://www.youtube-nocookie.com/**', async route => {
    framed.push(route.request().url())
    await route.fulfill({ contentType: 'text/html', body: PLAYER })
  })
  return framed
}
