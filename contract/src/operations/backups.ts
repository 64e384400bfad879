import { z } from 'zod'
import { Time } from '../primitives.ts'
import { defineRoute } from '../route.ts'
import { operatorChanges, operatorReads } from './operator-access.ts'

export const Backup = z.object({
  name: z.string(),
  /**
   * `nightly`: made by the schedule. `restore_point`: what a restore replaced. `other`: somebody put it there. Only
   * `nightly` and `upgrade` are ever removed automatically.
   */
  kind: z.enum(['nightly', 'upgrade', 'manual', 'uploaded', 'restore_point', 'other']),
  bytes: z.int(),
  created_at: Time,
  /** Its newest migration; null when the file cannot be read. */
  schema: z.string().nullable(),
  /** Written by a newer version than this one, which therefore cannot restore it. */
  newer: z.boolean(),
})
export type Backup = z.infer<typeof Backup>

export const BackupSchedule = z.object({
  /** `weekly`: on Sundays. */
  every: z.enum(['off', 'daily', 'weekly']),
  /** Server time; backups start at half past this hour. */
  hour: z.int().min(0).max(23),
  /** How many of the schedule's own backups are kept. */
  keep: z.int().min(1).max(365),
})
export type BackupSchedule = z.infer<typeof BackupSchedule>

const LastRestore = z.object({
  backup: z.string(),
  asked_at: Time,
  /** `in_use`: something else was connected to PostgreSQL. After both kinds of failure everything is as it was. */
  outcome: z.enum(['restored', 'in_use', 'failed']),
  /** The backup that holds what was replaced; null after a failure. */
  restore_point: z.string().nullable(),
})
export type LastRestore = z.infer<typeof LastRestore>

export const BackupList = z.object({
  /** Always true: both engines have backups. */
  supported: z.boolean(),
  backups: z.array(Backup),
  next_at: Time.nullable(),
  /** How many are kept before the oldest is removed. */
  kept: z.object({ nightly: z.int(), upgrade: z.int() }),
  schedule: BackupSchedule,
  /** The latest restore requested over the API. */
  last_restore: LastRestore.nullable(),
})
export type BackupList = z.infer<typeof BackupList>

const BackupName = z.object({ name: z.string().min(1) })

export const listBackups = defineRoute({
  ...operatorReads,
  permission: 'admin:*',
  method: 'GET',
  path: '/api/admin/operations/backups',
  summary: 'The copies of the database, newest first, and when the next one is made',
  response: BackupList,
})

export const makeBackup = defineRoute({
  ...operatorChanges,
  method: 'POST',
  path: '/api/admin/operations/backups',
  summary: 'Copy the database now; the copy is kept until somebody removes it',
  status: 201,
  response: Backup,
  refusals: ['not_supported', 'busy'],
})

export const downloadBackup = defineRoute({
  ...operatorReads,
  permission: 'admin:*',
  method: 'GET',
  path: '/api/admin/operations/backups/{name}',
  summary: 'One copy as a file; the encryption key is not part of it',
  params: BackupName,
  kind: 'stream',
  refusals: ['not_found'],
})

export const deleteBackup = defineRoute({
  ...operatorChanges,
  method: 'DELETE',
  path: '/api/admin/operations/backups/{name}',
  summary: 'Remove one copy',
  params: BackupName,
  response: z.object({ status: z.literal('deleted') }),
  refusals: ['not_found', 'busy'],
})

export const saveBackupSchedule = defineRoute({
  ...operatorChanges,
  method: 'PUT',
  path: '/api/admin/operations/backup-schedule',
  summary: 'When backups are made automatically, and how many of those are kept',
  body: BackupSchedule.partial(),
  response: BackupSchedule,
})

const Contents = z.object({ people: z.int(), instances: z.int(), requests: z.int() })

export const RestorePreview = z.object({
  backup: Backup,
  /** When somebody last used the server that the backup is of; null when unknown. */
  last_used_at: Time.nullable(),
  contents: Contents,
  now: Contents,
  /** Valid for this file only. */
  confirmation: z.string(),
})
export type RestorePreview = z.infer<typeof RestorePreview>

const UNUSABLE = [
  'backup_foreign',
  'backup_packed',
  'backup_damaged',
  'backup_newer',
  'backup_other_key',
] as const

export const previewRestore = defineRoute({
  ...operatorChanges,
  method: 'POST',
  path: '/api/admin/operations/backups/{name}/restore-preview',
  summary: 'Check a backup, and say what restoring it would bring back; changes nothing',
  params: BackupName,
  response: RestorePreview,
  refusals: ['not_found', 'busy', 'database_shared', ...UNUSABLE],
})

export const restoreBackup = defineRoute({
  ...operatorChanges,
  method: 'POST',
  path: '/api/admin/operations/backups/{name}/restore',
  summary:
    'Put a backup in place of the database: the server closes, keeps what was there as a restore point, and starts again',
  params: BackupName,
  body: z.object({ confirmation: z.string().min(1).max(128) }),
  status: 202,
  /** As it will be listed as `last_restore` once the server is back. */
  response: LastRestore,
  refusals: ['not_found', 'busy', 'conflict', 'no_room', 'database_shared', ...UNUSABLE],
})

/** Small enough for the size and time limits of any proxy, however large the file. */
export const UPLOAD_PART_BYTES = 1024 * 1024
export const UPLOAD_LIMIT_BYTES = 2 * 1024 * 1024 * 1024

const Upload = z.object({ id: z.string(), received: z.int(), part_bytes: z.int() })
const UploadId = z.object({ id: z.string().min(1) })

export const beginBackupUpload = defineRoute({
  ...operatorChanges,
  method: 'POST',
  path: '/api/admin/operations/backup-uploads',
  summary: 'Begin to upload a backup file, which is then sent in parts',
  body: z.object({ bytes: z.int().min(1) }),
  status: 201,
  response: Upload,
  refusals: ['backup_too_large', 'no_room'],
})

export const sendBackupPart = defineRoute({
  ...operatorChanges,
  method: 'PUT',
  path: '/api/admin/operations/backup-uploads/{id}',
  summary: 'The bytes from `offset` on, at most 1 MiB; a part that was sent already may be sent again',
  params: UploadId,
  query: z.object({ offset: z.coerce.number().int().min(0) }),
  raw_body: true,
  body_limit: UPLOAD_PART_BYTES,
  response: Upload,
  refusals: ['not_found', 'conflict', 'backup_too_large', 'no_room'],
})

export const finishBackupUpload = defineRoute({
  ...operatorChanges,
  method: 'POST',
  path: '/api/admin/operations/backup-uploads/{id}/finish',
  summary:
    'Check the uploaded file, and list it among the backups; a file that cannot be restored here is removed',
  params: UploadId,
  status: 201,
  response: Backup,
  refusals: ['not_found', 'busy', ...UNUSABLE],
})

export const cancelBackupUpload = defineRoute({
  ...operatorChanges,
  method: 'DELETE',
  path: '/api/admin/operations/backup-uploads/{id}',
  summary: 'Remove what was uploaded so far',
  params: UploadId,
  response: z.object({ status: z.literal('deleted') }),
  refusals: ['not_found'],
})
