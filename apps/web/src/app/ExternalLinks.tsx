import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { onExternalOpen } from '../device/phone/external-links.ts'

/** Navigates to what was opened from outside the app: a link, a push notification or a text shared by another app. */
export function ExternalLinks() {
  const navigate = useNavigate()
  useEffect(
    () =>
      onExternalOpen(({ to, state, isInstead }) => {
        void navigate(to, { state: state ?? null, replace: isInstead ?? false })
      }),
    [navigate],
  )
  return null
}
