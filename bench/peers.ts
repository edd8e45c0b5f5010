import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AtEnd, freePort, Service } from './service'

export type Peer = { port: number; version: string }

/** First line of what a program says when asked for its version, or null when it is not installed. */
function version(program: string, args: string[]): string | null {
  try {
    // nginx says it on stderr.
    const said = execFileSync('sh', ['-c', '"$0" "$@" 2>&1', program, ...args], { encoding: 'utf8' })
    return said.split('\n')[0]!.trim()
  } catch {
    return null
  }
}

/** nginx as a static file server tuned for it: one worker, sendfile, open files cached, no log. Null when not installed. */
export async function startNginx(folder: string, served: string, atEnd: AtEnd): Promise<Peer | null> {
  const said = version('nginx', ['-v'])
  if (said === null) return null
  const port = await freePort()
  const own = join(folder, 'nginx')
  await mkdir(own, { recursive: true })
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((p) => `${p}_temp_path ${own}/${p};`)
    .join('\n  ')
  // As root its workers would be another user, who cannot enter the folder of this run.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  await writeFile(
    join(own, 'nginx.conf'),
    `${user}
daemon off;
worker_processes 1;
pid ${own}/pid;
error_log stderr error;
events { worker_connections 512; }
http {
  ${places}
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=100 inactive=600s;
  open_file_cache_valid 600s;
  server {
    listen 127.0.0.1:${port};
    root ${served};
  }
}
`,
  )
  const service = Service.start('nginx', 'nginx', ['-c', join(own, 'nginx.conf'), '-p', own, '-e', 'stderr'])
  atEnd(() => service.stop())
  await service.until(async () => (await fetch(`http://127.0.0.1:${port}/`)).status > 0, 10)
  return { port, version: said.replace('nginx version: ', '') }
}

/** docker-registry with the file system as its store and descriptors cached in memory, as Debian ships it. */
export async function startRegistry(folder: string, atEnd: AtEnd): Promise<Peer | null> {
  const said = version('docker-registry', ['--version'])
  if (said === null) return null
  const port = await freePort()
  const own = join(folder, 'registry')
  await mkdir(own, { recursive: true })
  await writeFile(
    join(own, 'config.yml'),
    `version: 0.1
log: { level: error, accesslog: { disabled: true } }
storage:
  cache: { blobdescriptor: inmemory }
  filesystem: { rootdirectory: ${own}/data }
http: { addr: "127.0.0.1:${port}" }
`,
  )
  const service = Service.start('docker-registry', 'docker-registry', ['serve', join(own, 'config.yml')])
  atEnd(() => service.stop())
  await service.until(async () => (await fetch(`http://127.0.0.1:${port}/v2/`)).ok, 10)
  return { port, version: said.replace(/^.*?(\d[\w.+~-]*).*$/, 'docker-registry $1') }
}
