import { request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import type { HostileCase } from './case';

/** Sends the request as it is and returns `200 applied`, `405`, or `closed` where there was no answer. */
export function sendCase(url: string, { method, path, headers, body, isChunked }: HostileCase): Promise<string> {
  const length = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) };
  return new Promise((resolve) => {
    const outgoing = request(`${url}${path}`, { method, headers: { ...length, ...headers() }, agent: false });
    outgoing.once('error', () => resolve('closed'));
    outgoing.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        resolve(answerOf(response.statusCode ?? 0, Buffer.concat(chunks).toString()));
        outgoing.destroy();
      });
    });
    Readable.from(chunksOf(body)).pipe(outgoing);
  });
}

/** Writes bytes that are no proper request and returns the status line's number, or `closed`. */
export function sendBytes(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.once('error', () => {});
    socket.once('close', () => resolve(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 'closed'));
    socket.end(text);
  });
}

function* chunksOf(body: Uint8Array): Generator<Uint8Array> {
  const size = 65_536;
  for (let start = 0; start < body.length; start += size) yield body.subarray(start, start + size);
}

function answerOf(httpStatus: number, text: string): string {
  try {
    return `${httpStatus} ${JSON.parse(text).status}`;
  } catch {
    return String(httpStatus);
  }
}
