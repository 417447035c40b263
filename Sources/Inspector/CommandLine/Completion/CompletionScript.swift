/// The arguments of `inspector completion`.
enum CompletionWish: Sendable, Equatable {
    case script(CompletionScript)
    /// The candidates for the last of these words.
    case words([String])
}

/// The shells whose words the program completes itself; their scripts only ask it.
enum CompletionScript: String, CaseIterable {
    case bash, zsh, fish

    var text: String {
        switch self {
        case .bash: Self.bashText
        case .zsh: Self.zshText
        case .fish: Self.fishText
        }
    }

    private static let bashText = #"""
        # Completion of inspector for bash.
        _inspector() {
            local words=("${COMP_WORDS[@]:1:COMP_CWORD}") line
            COMPREPLY=()
            while IFS= read -r line; do COMPREPLY+=("$line"); done \
                < <("${COMP_WORDS[0]}" completion words -- "${words[@]//\\/}" 2>/dev/null)
            compopt -o filenames 2>/dev/null
            [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == */ ]] && compopt -o nospace 2>/dev/null
        }
        complete -F _inspector inspector

        """#

    private static let zshText = #"""
        #compdef inspector
        # Completion of inspector for zsh.
        _inspector() {
            local -a found
            found=("${(@f)$(${words[1]} completion words -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
            found=(${found:#})
            compadd -S '' -- ${(M)found:#*/}
            compadd -- ${found:#*/}
        }
        if [ "$funcstack[1]" = "_inspector" ]; then _inspector "$@"; else compdef _inspector inspector; fi

        """#

    private static let fishText = #"""
        # Completion of inspector for fish.
        function __inspector_words
            set -l words (commandline -opc) (commandline -ct)
            $words[1] completion words -- $words[2..] 2>/dev/null
        end
        complete -c inspector -f -a '(__inspector_words)'

        """#
}
