export { forgetAdditions, hasAdditions, saveAddition } from './addition-store.ts'
export { keyOf } from './addition-rules.ts'
export { createTitleDescriptions, type TitleDescriptionParts } from './title-descriptions.ts'
