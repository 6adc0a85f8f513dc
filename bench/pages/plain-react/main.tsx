import { createRoot } from "react-dom/client";
import "../plain.css";
import { App } from "./app.tsx";

const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
