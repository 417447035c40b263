import ClientEngine

extension RequestResolver {
    /// Returns the options of the directives, with the references in them filled in.
    func options(
        of saved: SavedRequest, _ inherited: [DefaultSetting], _ substitution: Substitution
    ) throws(ResolveError) -> SavedRequestOptions {
        var directives = inherited.compactMap(\.directive) + saved.directives
        let isRead = inherited.count == saved.inherited.count && !directives.contains(where: \.hasReferences)
        guard !isRead else { return located(saved.options) }
        var polling: (parts: Polling.Parts, directive: Directive)?
        for (index, directive) in directives.enumerated() where directive.hasReferences {
            let fill = { (text: String) throws(ResolveError) in
                try substitution.text(of: .init(text, line: directive.line, column: directive.column))
            }
            if directive.key == "until" {
                polling = (try Polling.Parts(directive.argument).map(fill), directive)
            } else {
                directives[index].argument = try fill(directive.argument)
            }
        }
        var reader = DirectiveReader()
        reader.read(directives)
        if let polling { reader.readPolling(polling.parts, of: polling.directive) }
        guard let problem = reader.diagnostics.first(where: { $0.severity == .error }) else {
            return located(reader.options)
        }
        let folder = inherited.first {
            $0.environmentFile != nil && problem.message.hasPrefix("\($0.name): ")
        }
        var error = ResolveError(.invalid, problem.message).at(problem)
        if let folder { error = error.explained(by: folder, for: saved) }
        throw error
    }

    /// Returns the options with the path of a socket as the process finds it.
    private func located(_ options: SavedRequestOptions) -> SavedRequestOptions {
        guard let path = options.unixSocket, path.unicodeScalars.first != "/",
            let end = file.path.unicodeScalars.lastIndex(of: "/")
        else {
            return options
        }
        var options = options
        options.unixSocket = file.path[...end] + path
        return options
    }
}

extension SavedRequestOptions {
    func apply(to request: inout Request) {
        // Taken out once: each member that is set by itself copies and compares them all.
        var options = request.options
        options.followsRedirects = followsRedirects
        if !usesCookies { options.usesCookies = false }
        options.attemptTimeout = timeout
        options.totalTimeout = [deadline, until?.limit].compactMap(\.self).min()
        options.retry = until?.policy ?? retry
        options.timeouts.connect = connectTimeout
        options.unixSocket = unixSocket
        request.options = options
    }
}
