import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { onOpened } from '../device/phone/opened.ts'

/** Navigates to what was opened from outside the app: a link, a push notification or a text shared by another app. */
export function Opened() {
  const navigate = useNavigate()
  useEffect(
    () =>
      onOpened(({ to, state, isInstead }) => {
        void navigate(to, { state: state ?? null, replace: isInstead ?? false })
      }),
    [navigate],
  )
  return null
}
