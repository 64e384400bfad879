import admin_issues from './admin-issues.json'
import agent_actions from './agent-actions.json'
import agent_batch from './agent-batch.json'
import approval_rules from './approval-rules.json'
import remediation_settings from './remediation-settings.json'
import remediation_words from './remediation-words.json'
import tool_names from './tool-names.json'

/** Loaded with the admin's pages about issues; see lib/texts/remediation-texts.ts. */
export const remediationTexts = {
  admin_issues,
  agent_actions,
  agent_batch,
  approval_rules,
  remediation_settings,
  remediation_words,
  tool_names,
}
