import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { onOpened } from '../device/phone/opened.ts'

/** Goes where something outside of the app leads: a link, a push message, a text that another app shares. */
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
