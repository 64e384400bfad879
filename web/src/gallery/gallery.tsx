export function startGallery(_root: HTMLElement) {}
