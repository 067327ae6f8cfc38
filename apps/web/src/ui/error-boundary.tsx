import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** When it changes, the failed content is rendered again. */
  readonly resetKey?: unknown;
  /** Replaces the failed content. */
  readonly fallback: (error: unknown) => ReactNode;
}

interface Failure {
  readonly failed: boolean;
  readonly error?: unknown;
  readonly resetKey: unknown;
}

/** Keeps an error in its content from affecting the whole page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, Failure> {
  override state: Failure = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<Failure> {
    return { failed: true, error };
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: Failure) {
    return resetKey === state.resetKey ? null : { failed: false, error: undefined, resetKey };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(this.state.error) : this.props.children;
  }
}
