import { useEffect, useState } from 'react'

/** Counts down whole seconds to zero. Uses the clock, because browsers throttle timers of background pages. */
export function useCountdown(seconds: number): [secondsLeft: number, restart: () => void] {
  const [endsAt, setEndsAt] = useState(() => Date.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
      setLeft(remaining)
      if (remaining === 0) clearInterval(timer)
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
