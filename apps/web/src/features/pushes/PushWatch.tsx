import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { onOpen } from '../../device/service-worker.ts'
import { usePushHere } from './queries.ts'

/** Opens what a push message told of, and lets the server know under which address this device is reached now. */
export function PushWatch() {
  const navigate = useNavigate()
  usePushHere()
  useEffect(() => onOpen(path => void navigate(path)), [navigate])
  return null
}
