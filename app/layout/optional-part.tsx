import { Component, type ReactNode } from "react";

/** An extra that stands beside the page. Where it fails it goes without a word, and the page stays; React logs the error. */
export class OptionalPart extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  static getDerivedStateFromError = () => ({ isBroken: true });
  override state = { isBroken: false };

  override render() {
    return this.state.isBroken || this.props.children;
  }
}
