import type { MessageContent } from '../provider';

/** What one message says, and what it is about. */
export interface Reading {
  subjectKey: string | null;
  content: MessageContent;
}
