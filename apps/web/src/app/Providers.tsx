import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConnectionContext } from '../api/ConnectionContext.tsx'
import type { Connection } from '../api/connection.ts'
import { type Device, DeviceContext } from '../device/DeviceContext.tsx'
import { ToastProvider } from '../ui/Toast.tsx'

interface Props {
  device: Device
  connection: Connection
  cache: QueryClient
  children: ReactNode
}

/** The contexts that every component of the app can use. */
export const Providers = ({ device, connection, cache, children }: Props) => (
  <DeviceContext value={device}>
    <ConnectionContext value={connection}>
      <QueryClientProvider client={cache}>
        <ToastProvider>{children}</ToastProvider>
      </QueryClientProvider>
    </ConnectionContext>
  </DeviceContext>
)
