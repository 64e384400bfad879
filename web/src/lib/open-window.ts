/**
 * Opens an empty window for a page of another site. Must be called while a press is being handled, because browsers
 * block windows that open later. Null where they block it anyway; the page then shows a link.
 */
export function openWindow(): Window | null {
  const opened = window.open('', '_blank', 'popup,width=520,height=760')
  // The other site must not be able to navigate this page.
  if (opened) opened.opener = null
  return opened
}
