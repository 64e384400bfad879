/** The height of the hero and its placeholder; build/first-frame/frame.html repeats it. */
export const HERO_HEIGHT = 'h-72 sm:h-80 lg:h-[26rem]'
