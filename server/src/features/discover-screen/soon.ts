export { andThen, type Soon } from '#kit/soon.ts'
