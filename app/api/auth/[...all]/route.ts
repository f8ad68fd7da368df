import { answerSignIn } from '@/lib/auth';

/** Where Google and GitHub send a browser back to. Everything else about accounts is asked by the pages' own actions. */
export async function GET(request: Request): Promise<Response> {
  return answerSignIn(request);
}
