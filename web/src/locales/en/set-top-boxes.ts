import set_top_boxes from './set-top-boxes.json'

/** Loaded with the boxes; see lib/texts/set-top-box-texts.ts. */
export const setTopBoxTexts = { set_top_boxes }
