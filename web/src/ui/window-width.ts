let width = window.innerWidth
window.addEventListener('resize', () => {
  width = window.innerWidth
})

/** Kept: to ask the window itself in the middle of a render would lay the page out there and then. */
export const windowWidth = (): number => width
