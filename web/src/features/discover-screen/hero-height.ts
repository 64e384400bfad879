/** Of the headline and of whatever holds its place; build/first-frame/frame.html repeats it. */
export const HERO_HEIGHT = 'h-72 sm:h-80 lg:h-[26rem]'
