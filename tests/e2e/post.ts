import { request } from 'node:http';

export interface Answer {
  status: number;
  type: string;
  policy: string | string[] | undefined;
  text: string;
}

/** By hand, since `fetch` neither sends an `Origin` of ours nor keeps from following. */
export function post(url: string, headers: Record<string, string>, body: string | Uint8Array = '{}'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    });
    sent.on('error', reject);
    sent.on('response', async (response) => {
      const { 'content-type': type = '', 'content-security-policy': policy } = response.headers;
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      resolve({ status: response.statusCode ?? 0, type, policy, text });
    });
    sent.end(body);
  });
}
