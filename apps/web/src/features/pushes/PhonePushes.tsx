import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { open } from '../../device/phone/opened.ts'
import { onPushArrival, onPushChange } from '../../device/phone/push.ts'
import { useToast } from '../../ui/Toast.tsx'
import { noticesKey } from '../notices/queries.ts'
import { pushKey } from './queries.ts'
import { texts } from './texts.ts'

/** Handles push events on phones: a notification while the app is open, a new token, and changed permission. */
export function PhonePushes() {
  const cache = useQueryClient()
  const toast = useToast()
  useEffect(() => onPushChange(() => void cache.invalidateQueries({ queryKey: pushKey })), [cache])
  useEffect(
    () =>
      onPushArrival(({ title, path }) => {
        void cache.invalidateQueries({ queryKey: noticesKey })
        if (title !== null)
          toast({ text: title, ...(path ? { action: { label: texts.open, onPress: () => open(path) } } : {}) })
      }),
    [cache, toast],
  )
  return null
}
