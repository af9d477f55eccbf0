import type { Client } from '@recaps/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { type Problem, toProblem } from '../../../api/problem.ts'
import { sendFile } from '../../../api/send-file.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { useUpdateCachedProfile } from '../../auth/profile.ts'
import { shrinkPicture } from './shrink-picture.ts'
import { texts } from './texts.ts'

const pictureTexts = texts.picture

interface Picture {
  choose(file: File): void
  remove(): void
  /** Upload progress from 0 to 1, or null when nothing is being uploaded. */
  progress: number | null
  isBusy: boolean
  /** Why the server rejected the picture, if it did. */
  problem: Problem | null
}

/** Uploads a profile picture in three steps. Each has its own error message (specification §8). */
export function usePicture(): Picture {
  const client = useClient()
  const remember = useUpdateCachedProfile()
  const toast = useToast()
  const [progress, setProgress] = useState<number | null>(null)
  const upload = useMutation({
    mutationFn: (file: File) => uploadPicture(client, file, setProgress),
    onMutate: () => setProgress(0),
    onSuccess(user) {
      remember(user)
      toast({ text: pictureTexts.done, tone: 'success' })
    },
    onError: error => toast({ text: error.message, tone: 'danger' }),
    onSettled: () => setProgress(null),
  })
  const removal = useMutation({
    mutationFn: () => client.users.picture({ body: { profilePicture: null } }),
    onSuccess(user) {
      remember(user)
      toast({ text: pictureTexts.removed, tone: 'success' })
    },
    onError: () => toast({ text: texts.profile.failed, tone: 'danger' }),
  })
  const serverProblem = upload.error?.cause ? toProblem(upload.error.cause) : null
  return {
    choose(file) {
      if (file.type.startsWith('image/')) upload.mutate(file)
      else toast({ text: pictureTexts.notAnImage, tone: 'danger' })
    },
    remove: () => removal.mutate(),
    progress,
    isBusy: upload.isPending || removal.isPending,
    problem: serverProblem?.code ? serverProblem : null,
  }
}

async function uploadPicture(client: Client, file: File, onProgress: (fraction: number) => void) {
  const picture = await shrinkPicture(file)
  const target = await withMessage(
    pictureTexts.uploadUrlFailed,
    client.users.pictureUploadUrl({ body: { fileType: picture.type } }),
  )
  if (!target?.uploadUrl || !target.fileUrl) throw new Error(pictureTexts.uploadUrlInvalid)
  await withMessage(pictureTexts.uploadFailed, sendFile(target.uploadUrl, picture, onProgress))
  return await withMessage(pictureTexts.saveFailed, client.users.picture({ body: { profilePicture: target.fileUrl } }))
}

/** Rethrows a failure with the message for this step; the original error becomes the cause. */
async function withMessage<T>(message: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new Error(message, { cause })
  }
}
