import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openPath } from '../../device/phone/external-links.ts'
import { onPushChange, onPushReceived } from '../../device/phone/push.ts'
import { useToast } from '../../ui/Toast.tsx'
import { notificationsKey } from '../notifications/queries.ts'
import { pushKey } from './queries.ts'
import { texts } from './texts.ts'

/** Handles push events on phones: a notification while the app is open, a new token, and changed permission. */
export function PhonePushEvents() {
  const cache = useQueryClient()
  const toast = useToast()
  useEffect(() => onPushChange(() => void cache.invalidateQueries({ queryKey: pushKey })), [cache])
  useEffect(
    () =>
      onPushReceived(({ title, path }) => {
        void cache.invalidateQueries({ queryKey: notificationsKey })
        if (title !== null)
          toast({ text: title, ...(path ? { action: { label: texts.open, onPress: () => openPath(path) } } : {}) })
      }),
    [cache, toast],
  )
  return null
}
