import type { Client } from '@recaps/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { type Problem, problemOf } from '../../../api/problem.ts'
import { sendFile } from '../../../api/send-file.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { useRememberProfile } from '../../auth/profile.ts'
import { shrinkPicture } from './shrink-picture.ts'
import { texts } from './texts.ts'

const words = texts.picture

interface Picture {
  choose(file: File): void
  remove(): void
  /** From 0 to 1 while a picture goes up. */
  sent: number | null
  isBusy: boolean
  /** What the server said against the picture, when it said it. */
  problem: Problem | null
}

/** A new profile picture in three steps, each of which has its own sentence when it fails (specification §8). */
export function usePicture(): Picture {
  const client = useClient()
  const remember = useRememberProfile()
  const toast = useToast()
  const [sent, setSent] = useState<number | null>(null)
  const upload = useMutation({
    mutationFn: (file: File) => uploadPicture(client, file, setSent),
    onMutate: () => setSent(0),
    onSuccess(user) {
      remember(user)
      toast({ text: words.done, tone: 'success' })
    },
    onError: error => toast({ text: error.message, tone: 'danger' }),
    onSettled: () => setSent(null),
  })
  const removal = useMutation({
    mutationFn: () => client.users.picture({ body: { profilePicture: null } }),
    onSuccess(user) {
      remember(user)
      toast({ text: words.removed, tone: 'success' })
    },
    onError: () => toast({ text: texts.profile.failed, tone: 'danger' }),
  })
  const refusal = upload.error?.cause ? problemOf(upload.error.cause) : null
  return {
    choose(file) {
      if (file.type.startsWith('image/')) upload.mutate(file)
      else toast({ text: words.notAnImage, tone: 'danger' })
    },
    remove: () => removal.mutate(),
    sent,
    isBusy: upload.isPending || removal.isPending,
    problem: refusal?.code ? refusal : null,
  }
}

async function uploadPicture(client: Client, file: File, onProgress: (fraction: number) => void) {
  const picture = await shrinkPicture(file)
  const target = await step(words.noTarget, client.users.pictureUploadUrl({ body: { fileType: picture.type } }))
  if (!target?.uploadUrl || !target.fileUrl) throw new Error(words.badTarget)
  await step(words.notSent, sendFile(target.uploadUrl, picture, onProgress))
  return await step(words.notTaken, client.users.picture({ body: { profilePicture: target.fileUrl } }))
}

/** Names the step that failed; the reason goes along as the cause. */
async function step<T>(sentence: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new Error(sentence, { cause })
  }
}
