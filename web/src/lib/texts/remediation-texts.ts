import { lazyTexts } from './lazy-texts.ts'

/** Texts of the admin's pages about issues, proposed fixes, their rules and the agent. */
export const remediationTexts = lazyTexts(() =>
  import('#locales/en/remediation.ts').then(({ remediationTexts }) => remediationTexts),
)
