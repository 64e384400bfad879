import { createSentenceFinder, fillSentence, type SentenceValues } from '../sentences.ts'
import { MATCH_SENTENCES } from '../tv-matches/match-sentences.ts'
import { UPSTREAM_SENTENCES } from '../upstream-sentences.ts'

/**
 * What Foyer says of a delivery (1:3, 1/4.8): how far it is, why it waits, what an admin can do. Clients that speak
 * another language find it here. `{{product}}` is the library manager, `{{library}}` the name of its instance.
 */
export const DELIVERY_SENTENCES = {
  // Around another sentence; first, because the other one alone would fit as well.
  tried: 'Tried {{attempts}} times. {{reason}}',
  checked_first: '{{reason}} The library will be checked before the next try.',

  // How far it is.
  approval: 'Waiting for approval',
  queued: 'Waiting to be sent',
  processing: 'Being sent to the library',
  sent: 'Sent to the library',
  available: 'Already in the library',
  partial: 'Partly in the library; the rest is monitored',
  gone: 'No longer in the library',
  cancelled: 'Cancelled',
  left: 'You cancelled this.',

  // What keeps Foyer itself from sending it.
  server_error: 'Something went wrong on the server. It will try again.',
  server_busy: 'The server is temporarily unable to answer. Try again shortly.',
  not_sent: 'Foyer could not send this. The server log has the details.',
  no_metadata_key: 'Foyer has no key for the movie and TV catalogue yet. An admin can add one.',
  access_lost: 'The requester no longer has access to this library for this title.',
  limits_unread: 'It could not be checked whether the requester may have this title.',
  instance_missing: 'The library of this request is no longer configured.',

  // Where a new title goes (C59).
  default_root_folder_missing:
    '{{product}} no longer has the root folder that is set as the default of {{library}}. Choose another one there in Foyer, then try again.',
  default_quality_profile_missing:
    '{{product}} no longer has the quality profile that is set as the default of {{library}}. Choose another one there in Foyer, then try again.',
  default_metadata_profile_missing:
    '{{product}} no longer has the metadata profile that is set as the default of {{library}}. Choose another one there in Foyer, then try again.',
  default_folder_inaccessible:
    '{{product}} cannot access the root folder that is set as the default of {{library}}. Check its disks or choose another folder, then try again.',
  default_tag_missing:
    '{{product}} no longer has a tag that is set as a default of {{library}}. Remove it there in Foyer, then try again.',
  chosen_folder_missing:
    '{{product}} does not have the root folder that was chosen for this request, or cannot access it. Restore it there, then try again.',
  chosen_quality_missing:
    '{{product}} does not have the quality profile that was chosen for this request. Restore it there, then try again.',
  no_quality_profile: '{{library}} has no quality profile. Add one in the settings of {{product}}.',
  no_root_folder: '{{library}} has no root folder. Add one in the settings of {{product}}.',
  no_folder_accessible: '{{product}} cannot access any root folder of {{library}}. Check its disks.',
  no_album_profile: '{{library}} has no metadata profile that allows albums. Add one in {{product}}.',

  // What a manager answered to a new title.
  unknown_title: '{{product}} found no title with this id. It may have been removed there.',
  folder_refused:
    '{{product}} does not accept the root folder of {{library}}. Check the root folders in its settings.',
  quality_refused: '{{product}} does not accept the quality profile. Check the profiles of {{library}}.',
  metadata_refused: '{{product}} does not accept the metadata profile. Check the profiles of {{library}}.',
  folder_taken: 'Another title in {{product}} already uses the folder of this one. Change it there.',
  title_refused: '{{product}} refused the title. Its log shows the reason.',
  title_exists: '{{product}} reports that the title already exists. The library will be checked again.',

  // Movies and albums.
  no_movie: '{{product}} found no movie with this id. It may have been removed from the catalogue.',
  no_album: '{{product}} found no album with this id. Choose it again from the catalogue.',
  album_hidden: 'An admin has hidden this album, so it was not added.',

  // Shows.
  ...MATCH_SENTENCES,
  match_changed: 'The match of this show changed after the request.',
  season_unmapped: 'No season of the series is mapped to season {{seasons}}. An admin can map it.',
  seasons_unmapped: 'No season of the series is mapped to seasons {{seasons}}. An admin can map it.',
  season_missing: '{{product}} does not have season {{seasons}} of this series.',
  seasons_missing: '{{product}} does not have seasons {{seasons}} of this series.',
  series_loading: '{{product}} is still loading the episodes of this series.',
  no_series: '{{product}} found no series with the matched id. An admin can choose another match.',
  no_first_episode: '{{product}} has no first episode of this series.',
  show_gone: 'The metadata provider no longer has this show.',

  // Books: the place of each format (1:4.8.5).
  no_quality_for_ebook:
    '{{library}} has no quality profile for ebooks. Add one in the settings of {{product}}.',
  no_quality_for_audiobook:
    '{{library}} has no quality profile for audiobooks. Add one in the settings of {{product}}.',
  no_metadata_for_ebook:
    '{{library}} has no metadata profile for ebooks. Add one in the settings of {{product}}.',
  no_metadata_for_audiobook:
    '{{library}} has no metadata profile for audiobooks. Add one in the settings of {{product}}.',
  no_root_for_ebook: '{{library}} has no root folder for ebooks. Add one in the settings of {{product}}.',
  no_root_for_audiobook:
    '{{library}} has no root folder for audiobooks. Add one in the settings of {{product}}.',
  several_quality_for_ebook:
    '{{library}} has several quality profiles that could be for ebooks. Keep only one in the settings of {{product}}.',
  several_quality_for_audiobook:
    '{{library}} has several quality profiles that could be for audiobooks. Keep only one in the settings of {{product}}.',
  several_metadata_for_ebook:
    '{{library}} has several metadata profiles that could be for ebooks. Keep only one in the settings of {{product}}.',
  several_metadata_for_audiobook:
    '{{library}} has several metadata profiles that could be for audiobooks. Keep only one in the settings of {{product}}.',
  several_root_for_ebook:
    '{{library}} has several root folders that could be for ebooks. Keep only one in the settings of {{product}}.',
  several_root_for_audiobook:
    '{{library}} has several root folders that could be for audiobooks. Keep only one in the settings of {{product}}.',
  chosen_quality_not_for_ebook:
    'The quality profile that was chosen for this request is not for ebooks. Change that in {{product}}, then try again.',
  chosen_quality_not_for_audiobook:
    'The quality profile that was chosen for this request is not for audiobooks. Change that in {{product}}, then try again.',
  chosen_root_not_for_ebook:
    'The root folder that was chosen for this request is not for ebooks. Change that in {{product}}, then try again.',
  chosen_root_not_for_audiobook:
    'The root folder that was chosen for this request is not for audiobooks. Change that in {{product}}, then try again.',
  root_inaccessible_for_ebook: '{{product}} cannot access a root folder for ebooks. Check its disks.',
  root_inaccessible_for_audiobook: '{{product}} cannot access a root folder for audiobooks. Check its disks.',
  holds_only_ebook:
    '{{library}} holds only ebooks, because its {{product}} supports one format. Use another library for the other format.',
  holds_only_audiobook:
    '{{library}} holds only audiobooks, because its {{product}} supports one format. Use another library for the other format.',
  book_settings_refused:
    '{{product}} does not accept the profiles or the root folder of {{library}}. Check its settings.',

  // Books: the book and its author.
  no_book: '{{product}} found no book with this id. It may have been removed from the catalogue.',
  no_edition: '{{product}} has no edition of this book in this format.',
  book_id_unusable: '{{product}} cannot use the id of this book or of its author.',
  book_refused: '{{product}} refused the book. Its log shows the reason.',
  author_busy: '{{product}} was busy with the same author. The library will be checked again.',
  several_books: 'Several titles in the library match this book. Merge or remove the wrong ones there.',
  format_unknown: 'The library has this book, but does not report its format. Refresh it there.',
  author_ambiguous: 'The library cannot identify the author or the book. Resolve it there, then try again.',
  author_unknown: 'The library does not know the author of this book, so the author cannot be imported.',
  author_importing: 'The library is importing the author. The book follows automatically.',
  import_failed: 'The library could not import the author. Check it there, then try again.',
  import_cancelled: 'The import of the author was cancelled in the library. Try again to start a new one.',
  import_gone: 'The library has neither the import nor the author any more. Try again to start a new import.',
  author_without_book: 'The author was imported, but without this book. Look for it in the library.',
} as const

type Table = typeof DELIVERY_SENTENCES
export type DeliverySentenceName = keyof Table

declare const known: unique symbol
/**
 * What may be said of a delivery: made by the functions below only, so that there is none that clients cannot say in the
 * language of their reader.
 */
export type DeliverySentence = string & { readonly [known]: true }

type Values<Name extends DeliverySentenceName> = SentenceValues<Table[Name]>
type Rest<Name extends DeliverySentenceName> = keyof Values<Name> extends never ? [] : [Values<Name>]

export function sayDelivery<Name extends DeliverySentenceName>(
  name: Name,
  ...[values]: Rest<Name>
): DeliverySentence {
  return fillSentence<string>(DELIVERY_SENTENCES[name], values ?? {}) as DeliverySentence
}

export const findDeliverySentence = createSentenceFinder(DELIVERY_SENTENCES)
const findUpstreamSentence = createSentenceFinder(UPSTREAM_SENTENCES)

/** The same text, if clients know it: as one of a delivery, or of a service that failed. */
export function knownDelivery(text: string | undefined): DeliverySentence | undefined {
  return findDeliverySentence(text) || findUpstreamSentence(text) ? (text as DeliverySentence) : undefined
}
