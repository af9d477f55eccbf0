import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { onOpen } from '../../device/service-worker.ts'
import { useDevicePush } from './queries.ts'

/** Opens the page of a tapped notification, and keeps this device's push token up to date on the server. */
export function PushListener() {
  const navigate = useNavigate()
  useDevicePush()
  useEffect(() => onOpen(path => void navigate(path)), [navigate])
  return null
}
