export { forgetAdditions, hasAdditions, saveAddition } from './addition-store.ts'
export { createTitleDescriptions, type TitleDescriptionParts } from './title-descriptions.ts'
