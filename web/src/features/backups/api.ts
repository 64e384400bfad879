import {
  type Backup,
  type BackupList,
  type BackupSchedule,
  beginBackupUpload,
  cancelBackupUpload,
  deleteBackup,
  downloadBackup,
  finishBackupUpload,
  listBackups,
  makeBackup,
  previewRestore,
  restoreBackup,
  saveBackupSchedule,
  sendBackupPart,
} from '@foyer/contract/operations/backups'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, download, sendBytes } from '#lib/api.ts'
import { partsOf } from './upload-parts.ts'

export function backupsQuery() {
  return queryOptions({
    queryKey: ['backups'],
    queryFn: ({ signal }) => call(listBackups, {}, { signal }),
  })
}

function useListChange<Input, Result>(
  save: (input: Input) => Promise<Result>,
  applied: (list: BackupList, result: Result, input: Input) => BackupList,
) {
  const queries = useQueryClient()
  const { queryKey } = backupsQuery()
  return useMutation({
    mutationFn: save,
    onSuccess: (result, input) => {
      queries.setQueryData(queryKey, list => list && applied(list, result, input))
      // A missing backup is named on Home until there is one.
      return Promise.all([
        queries.invalidateQueries({ queryKey }),
        queries.invalidateQueries({ queryKey: ['attention'] }),
      ])
    },
  })
}

const withBackup = (list: BackupList, backup: Backup): BackupList => ({
  ...list,
  backups: [backup, ...list.backups.filter(({ name }) => name !== backup.name)],
})

export function useMakeBackup() {
  return useListChange<void, Backup>(() => call(makeBackup), withBackup)
}

export function useDeleteBackup() {
  return useListChange(
    (name: string) => call(deleteBackup, { params: { name } }),
    (list, _, name) => ({ ...list, backups: list.backups.filter(one => one.name !== name) }),
  )
}

export function useSaveSchedule() {
  return useListChange(
    (body: BackupSchedule) => call(saveBackupSchedule, { body }),
    (list, schedule) => ({ ...list, schedule }),
  )
}

/** Opens the browser's own way to keep a file. */
export function useDownloadBackup() {
  return useMutation({
    mutationFn: async (name: string) => {
      const url = URL.createObjectURL(await download(downloadBackup, { params: { name } }))
      const link = document.createElement('a')
      link.href = url
      link.download = name.endsWith('.db') ? name : `${name}.db`
      link.click()
      URL.revokeObjectURL(url)
    },
  })
}

interface Upload {
  file: File
  onProgress: (share: number) => void
  signal: AbortSignal
}

export function useUploadBackup() {
  return useListChange(uploadBackup, withBackup)
}

async function uploadBackup({ file, onProgress, signal }: Upload): Promise<Backup> {
  const { id, part_bytes } = await call(beginBackupUpload, { body: { bytes: file.size } }, { signal })
  try {
    for (const { from, to } of partsOf(file.size, part_bytes)) {
      await sendBytes(
        sendBackupPart,
        { params: { id }, query: { offset: from } },
        file.slice(from, to),
        signal,
      )
      onProgress(to / file.size)
    }
    return await call(finishBackupUpload, { params: { id } }, { signal })
  } catch (error) {
    // What a lost connection leaves is removed by the server within a day.
    if (signal.aborted) await call(cancelBackupUpload, { params: { id } }).catch(() => undefined)
    throw error
  }
}

/** Checks the file, so it is read anew each time the question is asked. */
export function useRestorePreview(name: string) {
  return useQuery({
    queryKey: ['backups', 'preview', name],
    queryFn: ({ signal }) => call(previewRestore, { params: { name } }, { signal }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
}

export function useRestore() {
  return useMutation({
    mutationFn: ({ name, confirmation }: { name: string; confirmation: string }) =>
      call(restoreBackup, { params: { name }, body: { confirmation } }),
  })
}
