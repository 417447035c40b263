import InspectorValues
import RequestFormats

/// The permissions of request folders to reach beyond themselves, for this run or permanently.
///
///     ask ──▶ --allow, or allowed for this time ──▶ yes
///               └─▶ remembered for this folder ───▶ yes
///                     └─▶ --trust: remembered now ▶ yes; otherwise withheld
package struct Trust: Sendable {
    package var allowances: [Allowance] = []
    var granted: [Wish] = []
    /// Indicates whether requested permissions are granted and remembered, except for guarded files and files
    /// outside the folder.
    package var isTrusting = false
    package let memory: TrustMemory

    package init(memory: TrustMemory) {
        self.memory = memory
    }

    package var state: StateFolder { memory.state }

    /// Returns whether a permission is granted.
    ///
    /// Prompted values need no permission, because the user enters them.
    func allows(_ wish: Wish) -> Bool {
        if wish.ask.isPrompt { return true }
        if granted.contains(wish) || allowances.contains(where: { $0.covers(wish.ask) }) { return true }
        if memory.holds(wish) { return true }
        guard isTrusting else { return false }
        switch wish.ask {
        case .guardedFile, .outsideFile: return false
        case .variable, .prompt, .file, .forward, .command: break
        }
        memory.add([wish])
        return true
    }

    /// The permissions for resending a request without a question.
    ///
    /// The request may overwrite its file again, because this program wrote it. A one-time permission for a guarded
    /// file is dropped: it applied to the old content, and another program may have replaced the file.
    var again: Trust {
        var copy = self
        copy.granted = granted.filter { if case .guardedFile = $0.ask { false } else { true } }
        return copy
    }

    static func refusal(of wish: Wish, because reason: String? = nil) -> ResolveError {
        let message =
            switch wish.ask {
            case .variable(let name):
                "It reads “\(name)” of the environment, which this folder is not allowed to: "
                    + "--allow env:\(name), or --trust for good."
            case .guardedFile(let path):
                "The answer is not written to “\(path)”: \(reason ?? "it is guarded") (--allow any-file)."
            case .outsideFile(let path):
                "“\(path)” is outside of the folder: absolute paths need to be allowed, which the form asks for."
            case .file(let path), .prompt(let path):
                "It writes “\(path)”, which this folder is not allowed to: --allow write, or --trust for good."
            case .command(let line):
                "It runs “\(line)” for a value, which this folder is not allowed to: "
                    + "--allow command, or --trust for good."
            case .forward(let origin):
                "It forwards requests to \(origin), which this folder is not allowed to: "
                    + "--allow forward, or --trust for good."
            }
        return ResolveError(.withheld(wish.ask), message)
    }
}
