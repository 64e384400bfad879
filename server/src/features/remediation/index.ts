export { countProposed as countProposedActions } from './actions/action-store.ts'
