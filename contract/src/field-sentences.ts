import { createSentenceFinder } from './sentences.ts'

/**
 * What the server says beside a field of a form (0.3, `fields` of a 400 answer). Clients that speak another language find
 * it here. Where two fit, the one that stands first is meant.
 */
export const FIELD_SENTENCES = {
  // Of every form: what the contract itself requires.
  required: 'This is required.',
  empty: 'This must not be empty.',
  whole_between: 'This must be a whole number from {{least}} to {{most}}.',
  whole_least: 'This must be a whole number, at least {{least}}.',
  whole_most: 'This must be a whole number, at most {{most}}.',
  whole: 'This must be a whole number.',
  number_between: 'This must be a number from {{least}} to {{most}}.',
  number_least: 'This must be a number, at least {{least}}.',
  number_most: 'This must be a number, at most {{most}}.',
  number_above: 'This must be a number, more than {{limit}}.',
  number_below: 'This must be a number, less than {{limit}}.',
  number: 'This must be a number.',
  multiple: 'This must be a multiple of {{value}}.',
  length_exact: 'This must be exactly {{count}} characters long.',
  length_least: 'This must be at least {{count}} characters long.',
  length_most: 'This must be at most {{count}} characters long.',
  single_exact: 'This must be exactly 1 entry long.',
  entries_exact: 'This must be exactly {{count}} entries long.',
  single_least: 'This must be at least 1 entry long.',
  entries_least: 'This must be at least {{count}} entries long.',
  single_most: 'This must be at most 1 entry long.',
  entries_most: 'This must be at most {{count}} entries long.',
  one_of: 'Use one of: {{values}}.',
  date: 'Use a date such as {{example}}.',
  time: 'Use a time such as {{example}}.',
  unexpected: 'This value is not accepted here. The API reference of this server describes what is.',

  // Names, passwords and texts.
  length_between: 'Use {{min}} to {{max}} characters.',
  line_most: 'Use at most {{count}} characters, on one line.',
  group_most: 'Use at most {{count}} characters for each group, on one line.',
  characters_most: 'Use at most {{count}} characters.',
  bytes_most: 'Use at most {{count}} bytes.',
  write: 'Write something.',
  no_controls: 'Leave out control characters.',
  no_breaks: 'Leave out line breaks and other control characters.',
  too_common: 'Choose another password. This one is among the first that everybody tries.',
  no_nul: 'The character U+0000 cannot be stored.',
  enter_again: 'Enter it again: it was saved for another address.',
  no_season: 'The show has no such season.',

  // Addresses.
  proxy_address: 'Use an address such as http://proxy.lan:3128, https://… or socks5://….',
  address_or_empty: 'Use an address such as {{example}}, or leave it empty.',
  address_bare: 'Use an address such as {{example}}, without user, query or fragment.',
  address: 'Use an address such as {{example}}.',
  address_entered: 'Enter an address such as {{example}}.',
  email: 'Enter an e-mail address such as {{example}}.',
  https_or_http: 'Enter an address that starts with https:// or http://.',
  https: 'Enter an address that starts with https://.',
  no_login: 'Leave name and password out of the address.',
  no_issuer_login: 'Leave the name and the password out of the address.',
  no_fragment: 'Leave out everything after the # sign.',
  no_query: 'Leave out everything after the question mark.',
  no_query_or_fragment: 'Leave out everything after a question mark or # sign.',
  no_path: 'Leave out everything after the port.',
  host: 'Use a host name or an IPv4 address, without a port.',

  // Destinations of alerts.
  topic: 'Enter the server and the topic, such as {{example}}.',
  chat: 'Enter the number of a chat, or the @name of a channel.',
  discord: 'Enter the URL of a webhook as Discord shows it. It begins with {{start}}.',
  not_local: 'Addresses on the local network are not allowed here.',
  kind_of_admins: 'Only admins can add this kind.',
  no_secret: 'This kind needs no secret.',
  token_letters: 'A token has no spaces and no special letters.',
  token_pasted: 'Paste the token as the provider shows it.',
  template_of_webhooks: 'Only webhooks can have a template.',
  template_size: 'A template can have at most 8 KB.',
  template_json: 'This is not JSON. Placeholders stand inside of quotation marks.',
  template_placeholder:
    'There is no placeholder {{name}}. The page of the destination lists those that exist.',
  alerts_of_admins: 'Some of these alerts are for admins only.',
  address_missing: 'Enter the address.',
  address_unreadable: 'The stored address can no longer be read. Enter it again.',

  // The mail server.
  mail_host_missing: 'Enter the host of the mail server.',
  mail_host: 'Use a name such as {{example}}, without a port and without https://.',
  mail_from_missing: 'Enter the address that messages come from.',

  // The outbound proxy.
  proxy_missing: 'Give the address of the proxy.',
  proxy_login_apart: 'Give the name and the password in their own fields.',
  proxy_name: 'Use a name without colons and control characters.',
  proxy_socks: 'SOCKS takes at most 255 bytes for a name and for a password.',
  proxy_direct: 'Use names such as example.org or .lan, addresses, ranges such as 10.0.0.0/8, or *.',

  // Single sign-on and other ways to sign in.
  issuer_missing: 'Enter the issuer of the provider.',
  issuer_https: 'Use https. Only a provider on this machine may be used without it.',
  client_missing: 'Enter the client ID that the provider gave you.',
  scopes: 'Enter each scope by itself, without spaces, quotation marks or backslashes.',
  external_address_first: 'Set the external address first: the provider sends people back to it.',
  account_servers: 'Choose Jellyfin or Emby servers only.',

  // The included model.
  model_address_missing: 'Give the address of the local server.',
  model_missing: 'Name a model of the local server.',
  model_key_alone: 'Choose the local server and one of its models together with its key.',

  // Instances, their people and limits.
  map_missing: 'Map at least one season.',
  source_path: 'Use the whole path as the manager shows it.',
  local_path: 'Use a folder inside one of those in APP_MEDIA_ROOTS.',
  setting_of_others: 'Titles of this library do not have this setting.',
  rating_unknown: 'This rating does not exist in that region.',
  library_of_list: 'Choose one of the libraries.',
  instance_of_kind: 'Choose an instance of this kind.',
  person_gone: 'One of these people does not exist.',
  not_remembered: 'Only fixes of detected problems can be remembered, and this was reported.',
} as const

export type FieldSentenceName = keyof typeof FIELD_SENTENCES

export const findFieldSentence = createSentenceFinder(FIELD_SENTENCES)
