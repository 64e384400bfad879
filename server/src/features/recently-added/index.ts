export { forgetAdditions, hasAdditions, saveAddition } from './addition-store.ts'
