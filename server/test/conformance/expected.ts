import type { Revision } from './suite.ts'

/**
 * Every scenario of the conformance suite that is expected to fail, and why. A name with a colon is one check of a
 * scenario. What fails without being here, and what is here without failing, turns the test red.
 */
export type ExpectedFailures = Readonly<Record<string, string>>

const NO_FIXTURE =
  'asks for a tool, prompt or resource that only a test server has; the fixture server runs it'
const NO_COMPLETION = 'the product completes no arguments: its prompts take free text'
const NO_LOGGING = 'the product sends no log messages to clients'
const NO_QUESTIONS = 'the product asks its clients nothing'
const NO_TASKS = 'an optional extension that the product does not offer'
const NO_RESUMPTION = 'streams cannot be resumed: a client that lost one calls again'
const NO_SUBSCRIPTIONS = 'the one resource of the product never changes while it runs'

const TASKS = {
  'tasks-lifecycle': NO_TASKS,
  'tasks-capability-negotiation': NO_TASKS,
  'tasks-wire-fields': NO_TASKS,
  'tasks-request-state-removal': NO_TASKS,
  'tasks-mrtr-input': NO_TASKS,
  'tasks-request-headers': NO_TASKS,
  'tasks-dispatch-and-envelope': NO_TASKS,
  'tasks-required-task-error': NO_TASKS,
  'tasks-mrtr-composition': NO_TASKS,
}

const NEEDS_FIXTURES = {
  'tools-call-image': NO_FIXTURE,
  'tools-call-audio': NO_FIXTURE,
  'tools-call-embedded-resource': NO_FIXTURE,
  'tools-call-mixed-content': NO_FIXTURE,
  'tools-call-with-progress': NO_FIXTURE,
  'resources-read-text': NO_FIXTURE,
  'resources-read-binary': NO_FIXTURE,
  'resources-templates-read': NO_FIXTURE,
  'prompts-get-simple': NO_FIXTURE,
  'prompts-get-with-args': NO_FIXTURE,
  'prompts-get-embedded-resource': NO_FIXTURE,
  'prompts-get-with-image': NO_FIXTURE,
  'json-schema-2020-12': NO_FIXTURE,
  'completion-complete': NO_COMPLETION,
}

/** The product's own tools, prompts and resources. */
export const PRODUCT: Readonly<Record<Revision, ExpectedFailures>> = {
  '2025-11-25': {
    ...NEEDS_FIXTURES,
    'logging-set-level': NO_LOGGING,
    'tools-call-with-logging': NO_LOGGING,
    'tools-call-sampling': NO_QUESTIONS,
    'tools-call-elicitation': NO_QUESTIONS,
    'elicitation-sep1034-defaults': NO_QUESTIONS,
    'elicitation-sep1330-enums': NO_QUESTIONS,
    'resources-subscribe': NO_SUBSCRIPTIONS,
    'resources-unsubscribe': NO_SUBSCRIPTIONS,
    'server-sse-polling': NO_RESUMPTION,
  },
  '2026-07-28': {
    ...NEEDS_FIXTURES,
    ...TASKS,
    'server-stateless:sep-2575-server-rejects-undeclared-capability': NO_FIXTURE,
    'server-stateless:sep-2575-missing-capability-http-400': NO_FIXTURE,
    'http-custom-header-server-validation': 'no tool of the product has arguments that travel as headers',
    'input-required-result-basic-elicitation': NO_QUESTIONS,
    'input-required-result-basic-sampling': NO_QUESTIONS,
    'input-required-result-basic-list-roots': NO_QUESTIONS,
    'input-required-result-request-state': NO_QUESTIONS,
    'input-required-result-multiple-input-requests': NO_QUESTIONS,
    'input-required-result-multi-round': NO_QUESTIONS,
    'input-required-result-non-tool-request': NO_QUESTIONS,
    'input-required-result-result-type': NO_QUESTIONS,
    'input-required-result-tampered-state': NO_QUESTIONS,
    'input-required-result-capability-check': NO_QUESTIONS,
  },
}

/** The fixture server behind the product's transport. */
export const FIXTURES: Readonly<Record<Revision, ExpectedFailures>> = {
  '2025-11-25': {},
  '2026-07-28': TASKS,
}
