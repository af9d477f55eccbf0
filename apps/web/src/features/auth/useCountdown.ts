import { useEffect, useState } from 'react'

/** Whole seconds until zero, and how to begin again. It goes by the clock: a page in the background is called rarely. */
export function useCountdown(seconds: number): [secondsLeft: number, restart: () => void] {
  const [endsAt, setEndsAt] = useState(() => Date.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [endsAt])
  return [
    left,
    () => {
      setLeft(seconds)
      setEndsAt(Date.now() + seconds * 1000)
    },
  ]
}
