extension RequestResolver {
    /// Judges a file that a response is to be written to, as far as its path is known.
    func permit(_ file: ResponseActions.ResponseFile, with values: LateValues) throws(ResolveError) {
        let path = try unexplainedText(of: file.path, with: values)
        do throws(ResolveError) {
            try files.permit(file, at: path)
        } catch {
            throw error.at(line: file.line, column: 1)
        }
    }
}
